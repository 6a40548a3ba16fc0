import { readdirSync } from "node:fs";
import { NIL } from "uuid";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { MAIL_KIND_NAMES, type MailKind, mailKind, mailSwitch } from "@/lib/ground/mail-kinds";
import { TEXT_PAGES } from "@/lib/ground/text-pages";
import { LOCALES, type Locale, REFUND_REASONS } from "@/lib/ground/vocabulary";
import { whereabouts } from "@/lib/web/client-address";
import { MAIL_SAMPLES, sampleMail } from "@/tests/support/mail-samples";
import { KINDS, renderMail } from "./render";
import { mailTexts } from "./translator";

const APP_URL = "https://steuntje.example";

beforeAll(() => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("DATABASE_URL", "postgres://nobody@localhost/none");
  vi.stubEnv("APP_URL", APP_URL);
});

const samples = MAIL_KIND_NAMES.flatMap((kind) =>
  Object.entries(MAIL_SAMPLES[kind]).map(([name, view]) => ({ kind, name, view })),
);
const moneySamples = samples.filter(({ kind }) => mailKind(kind).stream === "money");

/** A message as it is sent. Fails on every text that is missing or gets a wrong value. */
async function rendered(kind: MailKind, view: unknown, locale: Locale) {
  const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
  const mail = await renderMail(sampleMail(kind, locale), view, await mailTexts(locale));
  expect(complaints.mock.calls).toEqual([]);
  complaints.mockRestore();
  return mail;
}

/** What a text shows is the same in all languages (`npm run check`): what every sample does is seen in one, in turn. */
const isTurnOf = (locale: Locale, n: number) => LOCALES.indexOf(locale) === n % LOCALES.length;

type Rendered = ReturnType<typeof rendered>;
const renderedSamples = new Map<string, Rendered>();

/** The message of a sample, rendered once for all tests. */
function renderedSample({ kind, name, view }: (typeof samples)[number], locale: Locale): Rendered {
  const key = `${kind} ${name} ${locale}`;
  const mail = renderedSamples.get(key) ?? rendered(kind, view, locale);
  renderedSamples.set(key, mail);
  return mail;
}

it("has a file for each kind", () => {
  const files = readdirSync(`${import.meta.dirname}/kinds`).map((file) => file.replace(/[.]tsx?$/, ""));
  const kinds = files.filter((file) => file !== "index").map((file) => file.replaceAll("-", "_"));
  expect(kinds.sort()).toEqual([...MAIL_KIND_NAMES].sort());
});

describe.each(LOCALES)("every message in %s", (locale) => {
  it.each(samples)("$kind, $name", async (sample) => {
    const { kind, view } = sample;
    const { subject, html, text, headers } = await renderedSample(sample, locale);
    expect(html).toContain(`lang="${locale}"`);
    // Without it a phone shows the message as wide as a desktop, in tiny letters.
    expect(html).toContain(`<meta name="viewport" content="width=device-width, initial-scale=1"`);
    for (const part of [subject, html, text]) {
      expect(part.trim()).not.toBe("");
      expect(part).not.toMatch(/undefined|\bnull\b|NaN|\[object|mail\.[a-z_]+\.|\{[a-z]+[,}]/);
    }
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text).not.toMatch(/<[a-z/!]|&[a-z]+;|&#/i);
    // The same for everybody who gets it.
    for (const [tag] of html.matchAll(/<img[^>]*>/g))
      expect(tag).toMatch(/ alt="[^>]* src="[^"?]*"| src="[^"?]*"[^>]* alt="/);
    for (const [, address] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
      expect(address?.startsWith(APP_URL)).toBe(true);
    }
    expect(html).not.toMatch(/<script|<iframe|url\(|@import|<link/i);
    expect(KINDS[kind].path(view)).toMatch(/^\/(?!\/)[\w/?=-]*$/);
    expect(KINDS[kind].path(view)).not.toMatch(/samira|jonas/);
    const hasSwitch = mailSwitch(kind) !== null;
    expect("List-Unsubscribe" in headers).toBe(hasSwitch);
    expect("List-Unsubscribe-Post" in headers).toBe(hasSwitch);
    expect(text.includes("/u/")).toBe(hasSwitch);
    for (const page of TEXT_PAGES) {
      expect(html).toContain(`href="${APP_URL}/${page}"`);
      expect(text).toContain(`${APP_URL}/${page}`);
    }
    for (const header of Object.values(headers)) expect(header).not.toMatch(/[\r\n]/);
  });
});

describe.each(LOCALES)("what went back in %s", (locale) => {
  it.each(["donation_returned", "donation_taken_back", "purchase_returned"] as const)(
    "%s has its own words for each cause",
    async (kind) => {
      const { shared } = await mailTexts(locale);
      const words = new Set<string>();
      for (const reason of REFUND_REASONS) {
        const text = shared(`notifications.refundReasons.${reason}`);
        words.add(text);
        for (const [n, sample] of Object.values(MAIL_SAMPLES[kind]).entries()) {
          if (!isTurnOf(locale, n + words.size)) continue;
          const view = { ...(sample as object), reason, refundReason: reason };
          expect((await rendered(kind, view, locale)).text.replaceAll("\n", " ")).toContain(text);
        }
      }
      expect(words.size).toBe(REFUND_REASONS.length);
    },
  );
});

describe("the number of a receipt", () => {
  const numbered = [
    "donation_receipt",
    "donation_returned",
    "gift_receipt",
    "purchase_receipt",
    "purchase_returned",
    "renewal_receipt",
    "withdrawn",
  ];

  it.each(LOCALES)("is in the mails to the payer and in no other, in %s", async (locale) => {
    const found = new Set<string>();
    for (const sample of moneySamples) {
      const { kind } = sample;
      const has = (await renderedSample(sample, locale)).text.includes("3F2A-91BC-77D0");
      expect({ kind, has }).toEqual({ kind, has: numbered.includes(kind) });
      if (has) found.add(kind);
    }
    expect([...found].sort()).toEqual(numbered);
  });
});

it("names the operator at the foot of every message, where the configuration does", async () => {
  vi.stubEnv("OPERATOR_NAME", "Stichting <Steuntje>");
  vi.stubEnv("OPERATOR_ADDRESS", "Dorpsstraat 1, Utrecht");
  vi.resetModules();
  const [{ renderMail: render }, { mailTexts: read }] = [
    await import("./render"),
    await import("./translator"),
  ];
  for (const { kind, view } of samples) {
    const { text, html } = await render(sampleMail(kind, "nl"), view, await read("nl"));
    expect(text.replaceAll("\n", " "), kind).toContain("Stichting <Steuntje>, Dorpsstraat 1, Utrecht");
    expect(html).not.toContain("<Steuntje>");
  }
});

/** A view in which every text is a name and every number is an amount that would show. */
function hostile(value: unknown): unknown {
  if (value instanceof Date || value === null || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map(hostile);
  if (typeof value === "object")
    return Object.fromEntries(
      Object.entries(value as object).map(([key, each]) => [key, WORDS.has(key) ? each : hostile(each)]),
    );
  return typeof value === "number" ? 123_456 : "Mallory";
}

/** Fields whose texts are words of the product, which choose a text. */
const WORDS = new Set([
  "category",
  "tier",
  "boostType",
  "sale",
  "measure",
  "money",
  "reason",
  "refundReason",
  "paymentStatus",
  "month",
  "year",
]);

describe.each(LOCALES)("what a locked phone shows in %s", (locale) => {
  it("has no names, titles and amounts where it is about money", async () => {
    for (const sample of moneySamples) {
      const { kind, view } = sample;
      const texts = await mailTexts(locale);
      const subject = KINDS[kind].subject(texts, hostile(view));
      const shown = mailKind(kind).push ? KINDS[kind].preview : undefined;
      for (const words of [subject, shown?.(texts, hostile(view)) ?? ""])
        expect(words, kind).not.toMatch(/Mallory|1[.,\s]?234|123.?456|\d\s*€|€\s*\d|\d/);
      const mail = await renderedSample(sample, locale);
      expect(mail.subject, kind).not.toMatch(/samira|jonas|bicycle|\d/i);
    }
  });
});

/** Fields that the server or a provider fills, whose texts nobody chooses. */
const SERVERS = new Set([
  ...WORDS,
  ...[
    "id",
    "kind",
    "requestId",
    "donorId",
    "path",
    "device",
    "network",
    "provider",
    "failureCode",
    "arrivesOn",
    "receiptNumber",
    "emoji",
  ],
  ...["state", "change", "changes", "isWeekly", "measure", "subject", "reference"],
  // What operators write.
  ...["ground", "facts", "answer"],
]);
const HOSTILE = "http://evil.example/@win-now";

/** A view in which everything that people write leads elsewhere. */
function chosen(value: unknown, field = ""): unknown {
  if (Array.isArray(value)) return value.map((each) => chosen(each, field));
  if (typeof value === "object" && value !== null && !(value instanceof Date)) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, chosen(each, key)]));
  }
  return typeof value === "string" && !SERVERS.has(field) ? HOSTILE : value;
}

const inLanguages = samples
  .filter(({ kind }) => mailKind(kind).to !== "operator")
  .flatMap((sample, n) => LOCALES.map((locale) => ({ ...sample, locale, isInTurn: isTurnOf(locale, n) })));

describe.each([
  { isInTurn: true, tags: [] },
  { isInTurn: false, tags: ["long"] },
])("trust 44: to an address that is not proven", ({ isInTurn, tags }) => {
  const asked = inLanguages.filter((each) => each.isInTurn === isInTurn);
  it.each(asked)("$kind, $name has no words that somebody chose, in $locale", { tags }, async (sample) => {
    const { kind, view, locale } = sample;
    const { recipient, ...mail } = sampleMail(kind, locale);
    const stranger = { ...recipient, isProven: false, name: HOSTILE, username: HOSTILE };
    const elsewhere = { ...recipient, name: HOSTILE, username: HOSTILE };
    for (const to of [
      { ...mail, recipient: stranger },
      { ...mail, recipient: elsewhere, address: "stranger@example.org" },
    ]) {
      const { subject, html, text } = await renderMail(to, chosen(view), await mailTexts(locale));
      for (const part of [subject, html, text]) expect(part).not.toMatch(/evil|win-now/);
      // A request's picture has its title.
      expect(html).not.toContain("/share-image/");
    }
  });
});

it.each(LOCALES)(
  "says near the top why names are left out, and where the address is confirmed, in %s",
  async (locale) => {
    const texts = await mailTexts(locale);
    const said = texts.t("common.leftOut");
    const link = `${APP_URL}/settings/security`;
    const [view] = Object.values(MAIL_SAMPLES.donation_received);
    const { recipient, ...mail } = sampleMail("donation_received", locale);
    const sent = async (kind: MailKind, of: unknown, isProven: boolean) => {
      const { text } = await renderMail({ ...mail, kind, recipient: { ...recipient, isProven } }, of, texts);
      return text.replaceAll("\n", " ");
    };
    const unproven = await sent("donation_received", view, false);
    expect(unproven).not.toContain("…");
    expect(unproven.indexOf(said)).toBeLessThan(unproven.indexOf(texts.money(2_500)));
    expect(unproven).toContain(link);
    expect(await sent("donation_received", view, true)).not.toContain(said);
    // Nothing is left out of it.
    const [payout] = Object.values(MAIL_SAMPLES.payout_paid);
    expect(await sent("payout_paid", payout, false)).not.toContain(said);
    // The link is what such a message is for; the foot says why.
    const [reset] = Object.values(MAIL_SAMPLES.reset_password);
    const account = await sent("reset_password", reset, false);
    expect(account).not.toContain(said);
    expect(account).not.toContain(link);
    expect(account).toContain(texts.t("common.reasonUnproven", { appName: texts.appName }));
  },
);

it.each(LOCALES)("says to who has no account where the address was entered, in %s", async (locale) => {
  const texts = await mailTexts(locale);
  for (const [n, { kind, view }] of samples.entries()) {
    const { to = "operator" } = mailKind(kind);
    if (to === "operator" || !isTurnOf(locale, n)) continue;
    const { recipient, ...mail } = sampleMail(kind, locale);
    const visitor = { ...recipient, id: NIL, isProven: false };
    const { text } = await renderMail({ ...mail, cause: mail.id, recipient: visitor }, view, texts);
    const reason = kind.startsWith("report_") ? "reasonReporter" : "reasonGuest";
    expect(text.replaceAll("\n", " ")).toContain(texts.t(`common.${reason}`, { appName: texts.appName }));
  }
});

it("trust 44: a device is named in our words, whatever its browser says", () => {
  const agent = `${HOSTILE} Firefox/1 (Windows; ${HOSTILE})`;
  expect(whereabouts(new Headers({ "user-agent": agent, "x-forwarded-for": HOSTILE })).device).toBe(
    "Firefox, Windows",
  );
});
