import { beforeAll, describe, expect, it, vi } from "vitest";
import { mailTexts } from "@/lib/delivery/translator";
import type { StatementDonation, YearStatement } from "@/lib/domain/payouts/year-statement";
import { LOCALES } from "@/lib/ground/vocabulary";
import { readPdf } from "@/tests/support/pdf";
import { statementCsv } from "./csv";
import { statementPdf } from "./pdf";

beforeAll(() => {
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  vi.stubEnv("DATABASE_URL", "postgres://nobody@localhost/none");
});

const AT = new Date("2026-11-22T12:00:00Z");
const NOTHING = { waiting: 0, onTheWay: 0, inBank: 0, givenBack: 0 };
const donation = (changes: Partial<StatementDonation>): StatementDonation => ({
  id: "donation",
  settledAt: new Date("2026-03-04T12:00:00Z"),
  request: { id: "request", title: "A red bicycle" },
  donorName: "samira",
  guestName: null,
  donorErased: false,
  received: 1_250,
  ...NOTHING,
  waiting: 1_250,
  paidAt: null,
  ...changes,
});

function statement(donations: StatementDonation[]): YearStatement {
  const sum = (key: "received" | keyof typeof NOTHING) =>
    donations.reduce((total, each) => total + each[key], 0);
  const totals = {
    received: sum("received"),
    waiting: sum("waiting"),
    onTheWay: sum("onTheWay"),
    inBank: sum("inBank"),
    givenBack: sum("givenBack"),
  };
  return { year: 2026, donations, totals };
}

const all = statement([
  donation({}),
  donation({ received: 2_000, waiting: 0, inBank: 1_500, givenBack: 500, paidAt: AT }),
  donation({ received: 123_456, waiting: 0, onTheWay: 123_456, donorName: null }),
  donation({ request: null, donorName: null, donorErased: true }),
]);
const person = { name: "Jonas Bäcker", username: "jonas-b" };
const pdf = async (locale: (typeof LOCALES)[number], of: YearStatement, who = person) =>
  statementPdf(of, { texts: await mailTexts(locale), person: who, at: AT, counted: null });
const csv = async (locale: (typeof LOCALES)[number], of: YearStatement) =>
  statementCsv(of, { texts: await mailTexts(locale), currency: "eur", timeZone: "Europe/Amsterdam" });

describe("a statement as CSV", () => {
  it("is what a spreadsheet program with a decimal point reads", async () => {
    expect(await csv("en", all)).toBe(
      [
        "\ufeffDate,Request,Donor,Received,Waiting,On its way,In your account,Given back,Arrived on,Currency",
        "2026-03-04,A red bicycle,samira,12.50,12.50,0.00,0.00,0.00,,EUR",
        "2026-03-04,A red bicycle,samira,20.00,0.00,0.00,15.00,5.00,2026-11-22,EUR",
        "2026-03-04,A red bicycle,Anonymous,1234.56,0.00,1234.56,0.00,0.00,,EUR",
        "2026-03-04,Deleted request,Deleted user,12.50,12.50,0.00,0.00,0.00,,EUR",
        "",
      ].join("\r\n"),
    );
  });

  it("has semicolons where amounts have a decimal comma", async () => {
    for (const locale of LOCALES.filter((each) => each !== "en")) {
      const [head, first] = (await csv(locale, all)).split("\r\n");
      expect(head?.split(";")).toHaveLength(10);
      expect(first).toBe("2026-03-04;A red bicycle;samira;12,50;12,50;0,00;0,00;0,00;;EUR");
    }
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1+1", '=HYPERLINK("https://x.example","a")'])(
    "has %j as text",
    async (title) => {
      const [, row = ""] = (
        await csv("en", statement([donation({ request: { id: "r", title }, donorName: title })]))
      ).split("\r\n");
      expect(row).toMatch(/^2026-03-04,"?'[=+\-@＝]/);
      expect(row).not.toMatch(/(^|,)"?[=+\-@\t＝]/);
    },
  );

  it.each(["x;=1+1;y", "x,=1+1", 'x;"=1+1"', "x; @SUM(A1)"])(
    "has %j as text where the program separates columns otherwise than the file",
    async (title) => {
      for (const locale of ["en", "nl"] as const) {
        const [, row] = (await csv(locale, statement([donation({ request: { id: "r", title } })]))).split(
          "\r\n",
        );
        expect(row).not.toMatch(/[,;]["\s]*[=+\-@]/);
      }
    },
  );

  it("keeps quotes, separators and lines in one cell", async () => {
    const title = 'Shoes; "red", size\r\n=38';
    const [, row] = (await csv("en", statement([donation({ request: { id: "r", title } })]))).split("\r\n");
    expect(row).toContain('"Shoes; ""red"", size =38"');
  });
});

describe("a statement as PDF", () => {
  it.each(LOCALES)("has the person, the sums and every donation in %s", async (locale) => {
    const { shared, money, day } = await mailTexts(locale);
    const { text } = await readPlain(pdf(locale, all));
    for (const words of [
      shared("statement.title", { year: "2026" }),
      shared("statement.for", person),
      shared("statement.made", { day: day(AT) }),
      ...(["received", "waiting", "onTheWay", "inBank", "givenBack"] as const).map((part) =>
        shared(`statement.parts.${part}`),
      ),
      money(all.totals.received),
      money(all.totals.waiting),
      money(1_500),
      money(500),
      "A red bicycle",
      "samira",
      shared("notifications.anonymous"),
      shared("shared.deletedUser"),
      shared("shared.deletedRequest"),
      shared("statement.page", { page: 1, pages: 1 }),
    ]) {
      expect(text).toContain(plain(words));
    }
  });

  it("leaves sums of nothing out", async () => {
    const { text } = await readPlain(pdf("en", statement([donation({})])));
    expect(text).toContain("Waiting");
    expect(text).not.toContain(plain("On its way"));
    expect(text).not.toContain(plain("Given back"));
  });

  it("has several pages for many donations, with the head on each", async () => {
    const many = statement(Array.from({ length: 120 }, (_, index) => donation({ received: 100 + index })));
    const { text, pages } = await readPlain(pdf("nl", many));
    expect(pages).toBeGreaterThan(2);
    expect(text.split(plain("Waar het is"))).toHaveLength(pages + 1);
    for (let index = 0; index < 120; index += 1) {
      expect(text).toContain(plain((await mailTexts("nl")).money(100 + index)));
    }
    expect(text).toContain(`Pagina${pages}van${pages}`);
  });

  it.each([
    ["Łódź, Œuvre, ğ, Ő, ÿ", "Łódź, Œuvre, ğ, Ő, ÿ"],
    ["Зимнее пальто", "Зимнее пальто"],
    ["給女兒的冬衣", "給女兒的冬衣"],
    ["自転車をください", "自転車をください"],
    ["한국어 자전거", "한국어 자전거"],
    ["จักรยานสีแดง", "จักร"],
    ["Fiets 🎉👩‍🍳 rood", "Fiets rood"],
    ["\u{1D4D1}\u{1D4F8}\u{1D4F4}\u{1D4EE}", "Boke"],
  ])("can say %s", async (title, said) => {
    const { text } = await readPlain(pdf("en", statement([donation({ request: { id: "r", title } })])));
    expect(text).toContain(plain(said));
  });

  it.each(["دراجة حمراء لابنتي", "אופניים אדומים", "🎉🎉", "\u0000\u0007", "ก".repeat(300), "x".repeat(300)])(
    "does not break at %j",
    async (title) => {
      const { text } = await readPdf(
        await pdf("en", statement([donation({ request: { id: "r", title } })]), { ...person, name: title }),
      );
      expect(text).toContain("€12.50");
    },
  );
});

async function readPlain(made: Promise<Buffer>) {
  const { text, pages } = await readPdf(await made);
  return { text: plain(text), pages };
}

/** Without spaces: a PDF has none between words of different fonts, only places. */
function plain(text: string): string {
  return text.replace(/\s/g, "");
}
