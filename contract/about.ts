/** Hides all but the first three and the last three digits: `133•••••••432`. */
export function maskAccount(account: string): string {
  if (account.length <= 6) return account;
  return account.slice(0, 3) + '•'.repeat(account.length - 6) + account.slice(-3);
}
