import { expect, it } from "vitest";
import { runFaults } from "./machine";

const steps = Number(process.env.FAULTS_STEPS ?? (process.env.TEST_LONG ? 2_000 : 120));
const seed = Number(process.env.FAULTS_SEED ?? process.env.SEED ?? 20_261_122);

it(`trust 11: the books balance after ${steps} random steps with faults (seed ${seed})`, {
  timeout: 60_000 + steps * 1_000,
}, async () => {
  await expect(runFaults({ seed, steps, log: console.log })).resolves.toBeUndefined();
});
