import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { offlinePage } from "./offline-page";

const TEXTS = { title: "Geen netwerk", text: "Even wachten.", retry: "Opnieuw" };
const page = offlinePage({
  appName: `A & "B" <b>`,
  nonce: "abc",
  texts: [
    ["nl", TEXTS],
    ["en", { ...TEXTS, title: "No network" }],
  ],
});

test("every language is there, hidden until one is chosen", () => {
  expect(page).toContain('<html lang="nl">');
  expect(page.match(/<section lang="(nl|en)" hidden>/g)).toHaveLength(2);
  expect(page).toContain("<h1>No network</h1>");
});

test("nothing is fetched, and scripts run by nonce only", () => {
  expect(page).not.toMatch(/\b(src|href)=|url\(|https?:|@import/);
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page.match(/<script nonce="abc">/g)).toHaveLength(2);
});

test("a name with markup in it stays a name", () => {
  expect(page).toContain("<title>A &#38; &#34;B&#34; &#60;b&#62;</title>");
});

test("its colours are the stylesheet's", () => {
  const stylesheet = readFileSync("app/globals.css", "utf8");
  const colors = page.match(/--[\w-]+:oklch\([^)]*\)/g) ?? [];
  expect(colors).toHaveLength(10);
  for (const color of colors) expect(stylesheet).toContain(`${color.replace(":", ": ")};`);
});
