import { expect, it } from "vitest";
import { newLinkToken, readLinkToken } from "./link-token";

it("is long, of letters that cannot be mistaken, and another one each time", () => {
  const tokens = Array.from({ length: 200 }, newLinkToken);
  expect(new Set(tokens).size).toBe(200);
  for (const token of tokens) expect(token).toMatch(/^[^01ilo\W_A-Z]{17}$/);
});

it("is read as it is typed from paper", () => {
  const token = newLinkToken();
  expect(readLinkToken(`${token.slice(0, 6)}-${token.slice(6).toUpperCase()}`)).toBe(token);
  for (const other of ["", "x", `${token}2`, token.replace(/.$/, "0"), "../../etc"]) {
    expect(readLinkToken(other)).toBeNull();
  }
});
