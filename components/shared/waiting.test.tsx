import { act, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { show } from "@/tests/support/screen";
import { Waiting } from "./waiting";

beforeEach(() => vi.useFakeTimers());
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const note = (text: string) => screen.getByText(text, { selector: "[role=status]" });

it("says what is awaited, and after four seconds, in the same place, that it takes longer", async () => {
  show(<Waiting text="Checking" later="Still checking" />);
  const first = note("Checking");
  await pass(3_900);
  expect(first.textContent).toBe("Checking");
  await pass(200);
  expect(note("Still checking")).toBe(first);
});

it("another text does not begin the wait again", async () => {
  const { change } = show(<Waiting text="Checking" later="Still checking" />);
  await pass(3_000);
  change(<Waiting text="Asking the bank" later="The bank is slow" />);
  expect(note("Asking the bank")).toBeDefined();
  await pass(1_100);
  expect(note("The bank is slow")).toBeDefined();
});
