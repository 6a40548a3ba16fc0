import { newId, seconds } from "../../ids";
import type { UnitOfWork } from "../../state/unit-of-work";
import type { Due } from "../records";

const DAY = 86_400;

type Wanted = Pick<Due, "what" | "about"> & {
  bankDays?: number;
  /** In seconds, now by default. */
  at?: number;
};

/** Lets something happen later by itself (`provider/clock.ts`): `bankDays` after `at`. */
export function schedule(work: UnitOfWork, { what, about, bankDays = 0, at = seconds() }: Wanted): void {
  work.put<Due>({ id: newId("due"), object: "due", at, bankDays, what, about, done: false });
}

/** Lets something no longer happen by itself. */
export function unschedule(work: UnitOfWork, { what, about }: Pick<Due, "what" | "about">): void {
  for (const due of work.all("due")) {
    if (due.about === about && due.what === what && !due.done) work.put<Due>({ ...due, done: true });
  }
}

/** The date, in seconds, that the API states for what happens in some bank days: those of a calendar. */
export function dateIn(bankDays: number): number {
  return seconds() + bankDays * DAY;
}
