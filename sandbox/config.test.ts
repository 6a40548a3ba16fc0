import { expect, it } from "vitest";
import { readConfig } from "./config";
import { ENVIRONMENT, openOwnSandbox } from "./support";

const NEEDED = { SANDBOX_DATA: ".data/sandbox", ...ENVIRONMENT };

it("keeps events without a destination, and has days as long as a bank's", () => {
  const { hooks, ...config } = readConfig(NEEDED);
  expect(Object.values(hooks).map(({ url }) => url)).toEqual([null, null, null, null]);
  expect(config).toMatchObject({ port: 0, smtpPort: 0, publicUrl: null, bankDaySeconds: 86_400 });
});

it("has destinations with a secret each", () => {
  const { hooks, bankDaySeconds } = readConfig({
    ...NEEDED,
    SANDBOX_CONNECT_WEBHOOK_URL: "http://localhost:3000/connect/",
    SANDBOX_CONNECT_WEBHOOK_SECRET: "whsec_2",
    SANDBOX_BANK_DAY_SECONDS: "30",
  });
  expect(hooks.connect).toEqual({ url: "http://localhost:3000/connect", secret: "whsec_2" });
  expect(bankDaySeconds).toBe(30);
});

it.each([
  ["SANDBOX_SECRET_KEY", "sk_live_1"],
  ["SANDBOX_WALLET_CLIENT_ID", "AX-live"],
  ["SANDBOX_DATA", undefined],
])("refuses a wrong %s", (name, value) => {
  expect(() => readConfig({ ...NEEDED, [name]: value })).toThrow(name);
});

it("does not start with a live key, however it is configured", async () => {
  await expect(openOwnSandbox({ secretKey: "sk_live_1" })).rejects.toThrow("sandbox keys only");
});
