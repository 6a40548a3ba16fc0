import { expect, it } from "vitest";
import { RECOVERY_ALPHABET, readCode, shownRecoveryCode } from "./rules";

it.each([
  ["123456", { kind: "app", code: "123456" }],
  [" 123 456 ", { kind: "app", code: "123456" }],
  ["abcde-fgh23", { kind: "recovery", code: "ABCDEFGH23" }],
  ["ABCDE FGH23", { kind: "recovery", code: "ABCDEFGH23" }],
  ["12345", null],
  ["1234567", null],
  ["ABCDE-FGH2", null],
  ["OOOOO-IIIII", null],
  ["", null],
])("reads the code %j", (typed, read) => {
  expect(readCode(typed)).toEqual(read);
});

it("shows a recovery code so that it is read back as itself, without letters that look alike", () => {
  expect(readCode(shownRecoveryCode("ABCDEFGH23"))).toEqual({ kind: "recovery", code: "ABCDEFGH23" });
  for (const alike of "01OIL") expect(RECOVERY_ALPHABET).not.toContain(alike);
});
