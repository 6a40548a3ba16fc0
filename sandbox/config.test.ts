import { describe, expect, it } from "vitest";
import { readConfig } from "./config";
import { ENVIRONMENT } from "./support";

const NEEDED = {
  SANDBOX_DATA: ".data/sandbox",
  ...ENVIRONMENT,
};

describe("the sandbox's configuration", () => {
  it("keeps events without a destination, and has days as long as a bank's", () => {
    expect(readConfig(NEEDED)).toMatchObject({
      webhookUrl: null,
      connect: null,
      accountEvents: null,
      mailReport: null,
      bankDaySeconds: 86_400,
    });
  });

  it("has three destinations with a secret each", () => {
    const config = readConfig({
      ...NEEDED,
      SANDBOX_CONNECT_WEBHOOK_URL: "http://localhost:3000/connect/",
      SANDBOX_CONNECT_WEBHOOK_SECRET: "whsec_2",
      SANDBOX_ACCOUNT_EVENTS_URL: "http://localhost:3000/accounts",
      SANDBOX_ACCOUNT_EVENTS_SECRET: "whsec_3",
      SANDBOX_BANK_DAY_SECONDS: "30",
    });
    expect(config).toMatchObject({
      connect: { url: "http://localhost:3000/connect", secret: "whsec_2" },
      accountEvents: { url: "http://localhost:3000/accounts", secret: "whsec_3" },
      bankDaySeconds: 30,
    });
  });

  it.each([
    ["SANDBOX_CONNECT_WEBHOOK_URL", "SANDBOX_CONNECT_WEBHOOK_SECRET"],
    ["SANDBOX_ACCOUNT_EVENTS_URL", "SANDBOX_ACCOUNT_EVENTS_SECRET"],
    ["SANDBOX_MAIL_REPORT_URL", "SANDBOX_MAIL_REPORT_SECRET"],
  ])("has %s and %s together or not at all", (url, secret) => {
    const message = `${url} and ${secret} are set together or not at all`;
    expect(() => readConfig({ ...NEEDED, [url]: "http://localhost:3000/hook" })).toThrow(message);
    expect(() => readConfig({ ...NEEDED, [secret]: "whsec_sixteen_and_more" })).toThrow(message);
  });
});
