import { expect, it } from "vitest";
import { runFaults } from "./machine";

const steps = Number(process.env.FAULTS_STEPS ?? 300);
const seed = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 1e9));

it(`trust 11: the books balance after ${steps} random steps with faults (seed ${seed})`, {
  timeout: 60_000 + steps * 1_000,
}, async () => {
  await expect(runFaults({ seed, steps, log: console.log })).resolves.toBeUndefined();
});
