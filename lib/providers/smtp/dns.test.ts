import { describe, expect, it } from "vitest";
import { findDnsProblems, senderDomain } from "./dns";

const SOUND = {
  "example.org": [["v=spf1 include:spf.mailer.example -all"], ["google-site-verification=x"]],
  "_dmarc.example.org": [["v=DMARC1; p=quarantine; rua=mailto:dmarc@example.org"]],
  "s1._domainkey.example.org": [["v=DKIM1; k=rsa; ", "p=MIIBIjANBgkq"]],
};

/** Answers these texts; any other name does not exist, or nothing answers. */
const dns =
  (records: Record<string, string[][]>, code = "ENOTFOUND") =>
  async (name: string) => {
    const found = records[name];
    if (found) return found;
    throw Object.assign(new Error(`queryTxt ${code} ${name}`), { code });
  };

const problems = async (changes: Record<string, string[][]>, domain = "example.org") =>
  (await findDnsProblems(domain, "s1", dns({ ...SOUND, ...changes }))).map(
    ({ record, problem }) => `${record.split(":")[0]} ${problem}`,
  );

describe("the DNS records of a sender", () => {
  it("are sound", async () => {
    expect(await problems({})).toEqual([]);
    expect(await problems({ "example.org": [["v=spf1 mx ~all"]] })).toEqual([]);
  });

  it("are missing", async () => {
    const found = await findDnsProblems("example.org", "s1", dns({}));
    expect(found).toEqual([
      { record: "SPF: TXT of example.org", problem: "there is none" },
      { record: "DMARC: TXT of _dmarc.example.org", problem: "there is none" },
      { record: "DKIM: TXT of s1._domainkey.example.org", problem: "there is none" },
    ]);
    expect(await findDnsProblems("example.org", null, dns({}, "ENODATA"))).toHaveLength(2);
  });

  it.each([
    [{ "example.org": [["v=spf1 -all"], ["v=spf1 mx"]] }, "SPF there is more than one, so that none counts"],
    [{ "example.org": [["v=spf1 +all"]] }, "SPF it lets everybody send (+all)"],
    [{ "example.org": [["v=spf10 -all"]] }, "SPF there is none"],
    [
      { "_dmarc.example.org": [["v=DMARC1; p=none"], ["v=DMARC1; p=reject"]] },
      "DMARC there is more than one, so that none counts",
    ],
    [{ "s1._domainkey.example.org": [["v=DKIM1; p="]] }, "DKIM it has no key (p=)"],
  ])("are wrong: %j", async (changes, problem) => {
    expect(await problems(changes)).toEqual([problem]);
  });

  it("of a subdomain may be those of the domain above, for DMARC alone", async () => {
    expect(await problems({}, "mail.example.org")).toEqual(["SPF there is none", "DKIM there is none"]);
  });

  it("could not be looked up without a network", async () => {
    const found = await findDnsProblems("example.org", "s1", dns({}, "ECONNREFUSED"));
    expect(found.map(({ problem }) => problem)).toEqual(
      Array(3).fill("it could not be looked up (ECONNREFUSED)"),
    );
  });
});

it.each([
  ["Steuntje <no-reply@Mail.Example.org>", "mail.example.org"],
  ["no-reply@example.org", "example.org"],
])("the domain of %s is %s", (from, domain) => {
  expect(senderDomain(from)).toBe(domain);
});
