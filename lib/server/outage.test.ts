import { readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { LOCALES } from "@/lib/ground/vocabulary";
import { isOutage, noteOutage } from "./outage";
import { outagePage } from "./outage-page";

afterEach(() => vi.restoreAllMocks());

const report = () => ({ begun: vi.fn(), lasts: vi.fn(), ended: vi.fn() });

it("trust 47: a hundred errors of an outage are a line when it begins, one a minute, and one when it is over", async () => {
  const [lines, write] = [report(), vi.fn()];
  let asked = 0;
  const began = Date.now();
  // Each question is half a minute after the one before; the fifth is answered.
  vi.spyOn(Date, "now").mockImplementation(() => began + asked * 30_000);
  const answers = async () => {
    asked += 1;
    return asked === 5;
  };
  for (let n = 0; n < 100; n += 1) noteOutage(write, lines, answers);
  await vi.waitFor(() => expect(isOutage()).toBe(true), 30_000);
  for (let n = 0; n < 20; n += 1) noteOutage(write, lines, answers);
  await vi.waitFor(() => expect(isOutage()).toBe(false), 30_000);
  expect(write).not.toHaveBeenCalled();
  expect(lines.begun).toHaveBeenCalledTimes(1);
  expect(lines.lasts.mock.calls).toEqual([[120]]);
  expect(lines.ended.mock.calls).toEqual([[120, 120]]);
});

it("a lost connection to a database that answers is no outage: its lines are written", async () => {
  const [lines, write] = [report(), vi.fn()];
  noteOutage(write, lines, async () => true);
  noteOutage(write, lines, async () => true);
  await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(2), 30_000);
  expect(isOutage()).toBe(false);
  expect(lines.begun).not.toHaveBeenCalled();
});

it("the page of an outage says so in every language and loads nothing", () => {
  const page = outagePage();
  for (const locale of LOCALES) {
    const { errors } = JSON.parse(readFileSync(`messages/${locale}.json`, "utf8"));
    expect(page).toContain(`<p lang="${locale}">${errors.UNAVAILABLE}</p>`);
  }
  expect(page).not.toMatch(/<script|<link|<img|src=|url\(|https?:/);
});

it("what the proxy says itself is what a call answers", () => {
  const { errors } = JSON.parse(readFileSync("messages/en.json", "utf8"));
  const { UNAVAILABLE: message } = errors;
  const body = JSON.stringify({ error: message, message, code: "UNAVAILABLE" });
  expect(readFileSync("Caddyfile", "utf8")).toContain(`respond \`${body}\` 503`);
});
