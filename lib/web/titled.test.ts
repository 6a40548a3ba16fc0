import { expect, it, vi } from "vitest";
import { HIDDEN, noPageMetadata, titled } from "./titled";

vi.mock("next-intl/server", () => ({ getTranslations: async () => (key: string) => key }));

it.each([
  ["report", "safety.outcome.title"],
  [null, "shell.notFound.title"],
])("the title of a page that finds %s is %s", async (found, title) => {
  const metadata = titled("safety.outcome.title", HIDDEN, async (reference: string) => reference && found);
  expect(await metadata("AAAA")).toEqual({ title, ...HIDDEN });
});

it("a page that looks for nothing has its title, and one that is not found says so", async () => {
  expect(await titled("profile.title")()).toEqual({ title: "profile.title" });
  expect(await noPageMetadata()).toEqual({ title: "shell.notFound.title" });
});
