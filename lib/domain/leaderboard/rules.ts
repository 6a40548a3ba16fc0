/** How much more passes somebody who is `behind` cents ahead, in cents: whole units of the currency, and no tie. */
export function centsToPass(behind: number): number {
  return (Math.floor(behind / 100) + 1) * 100;
}
