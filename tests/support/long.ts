/** What marks a test that only `npm run test:long` runs: Playwright's tag; Vitest's is `long`. */
export const LONG = { tag: "@long" };

/** For a test that is made for several languages or themes, of which `npm test` runs the usual one. */
export const longUnless = (isUsual: boolean) => (isUsual ? {} : LONG);
