/** The page "Tentang": its texts and prices are settings; an account number is shown partly masked. */

/** All but the first three and the last three digits hidden: `133•••••••432`. */
export function maskAccount(account: string): string {
  if (account.length <= 6) return account;
  return account.slice(0, 3) + '•'.repeat(account.length - 6) + account.slice(-3);
}
