import fc from "fast-check";

/**
 * Where tests with random values begin: fixed, and random in `npm run test:long`, which prints it.
 * `SEED=7 npx vitest …` repeats a run.
 */
export const SEED = Number(process.env.SEED ?? 20_261_122);

fc.configureGlobal({ seed: SEED });

export default fc;
