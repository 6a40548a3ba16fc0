import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { sourceFiles } from "@/scripts/source-files";
import { HIDDEN, noPageMetadata, oncePerPage, titled } from "./titled";

vi.mock("react", async (original) => ({
  ...(await original<typeof import("react")>()),
  cache: <T>(find: (asked: string) => T) => {
    const found = new Map<string, T>();
    return (asked: string) => found.get(asked) ?? found.set(asked, find(asked)).get(asked);
  },
}));
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

it("what a page and its title find is looked for once, by path and query", async () => {
  const find = vi.fn(async ({ token, page }: { token: string; page?: string }) => `${token} ${page}`);
  const found = oncePerPage(find);
  const props = (token: string, page: string) => ({
    params: Promise.resolve({ token }),
    searchParams: Promise.resolve({ page, token: "another" }),
  });
  expect([await found(props("a", "1")), await found(props("a", "1"))]).toEqual(["a 1", "a 1"]);
  expect(find).toHaveBeenCalledOnce();
  expect(await found(props("a", "2"))).toBe("a 2");
});

it("the title of every page that may not be there says so, by what the page finds", () => {
  const pages = sourceFiles(/^app\/.*\/page\.tsx$/).map((file) => ({
    file,
    text: readFileSync(file, "utf8"),
  }));
  const missing = pages.filter(({ text }) => /\banswerNotFound\(|"\/office\/\w+\/\[/.test(text));
  const wrong = missing.filter(({ text }) => {
    const [, find] = /= titled\([^;]*?, (\w+)\);/s.exec(text) ?? [];
    return !text.includes("noPageMetadata()") && !text.includes(`const ${find} = oncePerPage(`);
  });
  expect(missing.length).toBeGreaterThan(8);
  expect(wrong.map(({ file }) => file)).toEqual([]);
});
