import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LOCALES, SAFETY_SUBJECTS } from "@/lib/ground/vocabulary";

/** What a text says of a request it says where no branch fits; what can be decided about is never called a request. */
it.each(LOCALES)("a text in %s that tells subjects apart names each of them", (locale) => {
  const texts =
    readFileSync(`messages/${locale}.json`, "utf8").match(/\{(?:subject|kind), select, .*/g) ?? [];
  const named = SAFETY_SUBJECTS.filter((subject) => subject !== "request");
  const telling = texts.filter((text) => text.includes(" message {"));
  expect(telling.length).toBeGreaterThan(4);
  for (const text of telling)
    for (const subject of named) expect(text, subject).toMatch(new RegExp(`(select,|\\}) ${subject} \\{`));
});
