/** Banks write the same number with and without dots, spaces and zeros in front. */
export const bareNumber = (number: string) => number.replace(/\D/g, '').replace(/^0+/, '');
