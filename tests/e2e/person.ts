import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import postgres from "postgres";
import { formatMoney } from "@/lib/ground/money";
import type { Category, Locale } from "@/lib/ground/vocabulary";
import type { Stack } from "../support/stack";
import { awaitHydration } from "./hydration";
import { tellSandbox } from "./sandbox";
import { type Texts, textsOf } from "./texts";

/** A person with a phone of their own, doing what people do in words they can read. */
export class Person {
  readonly username = `u${randomUUID().slice(0, 10)}`;
  readonly password = `steun-${randomUUID()}`;

  private constructor(
    readonly page: Page,
    readonly name: string,
    readonly locale: Locale,
    readonly t: Texts,
  ) {}

  static async withPhone(browser: Browser, name: string, locale: Locale): Promise<Person> {
    const context = await browser.newContext({
      locale: locale === "en" ? "en-GB" : `${locale}-${locale.toUpperCase()}`,
    });
    await awaitHydration(context);
    const page = await context.newPage();
    page.on("pageerror", (error) => expect.soft(error.message, "an error in the page").toBe(""));
    page.on("console", (message) => expect.soft(message.text()).not.toContain("MISSING_MESSAGE"));
    return new Person(page, name, locale, textsOf(locale));
  }

  /** Somebody who joined before the test begins, by the call that the form makes: nothing is open on the phone yet. */
  static async signedIn(browser: Browser, name: string, locale: Locale): Promise<Person> {
    const person = await Person.withPhone(browser, name, locale);
    const { username, password } = person;
    await person.call("post", "/api/auth/register", {
      data: { username, name, email: `${username}@example.org`, password },
      headers: { "Accept-Language": locale },
    });
    return person;
  }

  /** Chose how to be paid before the test begins. */
  async canBePaid(): Promise<void> {
    const data = { paymentMethod: "paypal", paypalEmail: "payout@example.org" };
    await this.call("patch", "/api/auth/user", { data });
  }

  /** Asked for something before the test begins, `goal` in cents. Returns the request's id. */
  async hasAsked(
    item: string,
    goal: number,
    more: { category?: Category; placeId?: number } = {},
  ): Promise<string> {
    await this.canBePaid();
    const data = { item, description: "It is getting cold.", goal, ...more };
    return ((await this.call("post", "/api/requests", { data })) as { id: string }).id;
  }

  /**
   * Gave by card, `amount` in cents, by the calls that the form makes: nothing changes on the phone. Returns the
   * payment's id.
   */
  async hasGiven(requestId: string, amount: number): Promise<string> {
    const raised = async () => {
      const answer = await this.page.request.get(`/api/requests/${requestId}`);
      return ((await answer.json()) as { raised: number }).raised;
    };
    const before = await raised();
    const data = { requestId, amount: (amount / 100).toFixed(2) };
    const begun = await this.call("post", "/api/payments/stripe/create-payment-intent", { data });
    const [paymentId = ""] = (begun as { clientSecret: string }).clientSecret.split("_secret_");
    await tellSandbox(this.page.request, `payments/${paymentId}/succeed`);
    await expect.poll(raised, { intervals: [50] }).toBe(before + amount);
    return paymentId;
  }

  /** Money of a request of theirs arrived at their bank. */
  async hasMoneyFrom(requestId: string): Promise<void> {
    await this.write(
      (sql) => sql`insert into deliveries (request_id, user_id, paid_out_at)
        select id, user_id, now() from requests where id = ${requestId}
        on conflict (request_id) do update set paid_out_at = excluded.paid_out_at`,
    );
  }

  /** Has the role of an operator; `isUnlocked`: showed a passkey. */
  async operates({ isUnlocked = true } = {}): Promise<void> {
    await this.write(async (sql) => {
      await sql`update users set operator_since = now() where username = ${this.username}`;
      if (isUnlocked) await sql`update sessions set passkey_at = now() where ${this.isTheirs(sql)}`;
    });
  }

  /** Proved who they are more than a day ago. */
  async provedLongAgo(): Promise<void> {
    await this.write(
      (sql) => sql`update sessions set proven_at = now() - interval '25 hours' where ${this.isTheirs(sql)}`,
    );
  }

  private isTheirs(sql: postgres.Sql) {
    return sql`sess->>'userId' = (select id::text from users where username = ${this.username})`;
  }

  private async write(change: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
    const { databaseUrl } = JSON.parse(process.env.E2E_STACK ?? "{}") as Stack;
    const sql = postgres(databaseUrl, { max: 1 });
    await change(sql);
    await sql.end();
  }

  /** Reports a request of somebody else's; returns the reference. */
  async hasReported(requestId: string): Promise<string> {
    const target = { kind: "request", id: requestId };
    const data = { target, ground: "scam", text: "They never bought anything of it.", goodFaith: true };
    return ((await this.call("post", "/api/reports", { data })) as { reference: string }).reference;
  }

  private async call(
    method: "patch" | "post",
    path: string,
    options: { data: object; headers?: Record<string, string> },
  ): Promise<unknown> {
    const answer = await this.page.request[method](path, options);
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  }

  money(cents: number): string {
    return formatMoney(cents, this.locale, "eur");
  }

  /** Registers on the screen that is open, or on /auth. */
  async register(): Promise<void> {
    const { page, t } = this;
    if (!page.url().includes("/auth")) await page.goto("/auth");
    await page.getByRole("tab", { name: t("auth.register.tab") }).click();
    const form = page.getByRole("tabpanel");
    await form.getByLabel(t("auth.register.name"), { exact: true }).fill(this.name);
    await form.getByLabel(t("auth.register.username"), { exact: true }).fill(this.username);
    await form.getByLabel(t("auth.register.email"), { exact: true }).fill(`${this.username}@example.org`);
    await form.getByLabel(t("auth.register.password"), { exact: true }).fill(this.password);
    await form.getByRole("button", { name: t("auth.register.submit"), exact: true }).click();
    await page.waitForURL((url) => url.pathname !== "/auth");
  }

  async login(): Promise<void> {
    const { page, t } = this;
    await page.getByRole("tab", { name: t("auth.login.tab") }).click();
    const form = page.getByRole("tabpanel");
    await form.getByLabel(t("auth.login.username"), { exact: true }).fill(this.username);
    await form.getByLabel(t("auth.login.password"), { exact: true }).fill(this.password);
    await form.getByRole("button", { name: t("auth.login.submit"), exact: true }).click();
    await page.waitForURL((url) => url.pathname !== "/auth");
  }

  async setPaymentMethod(): Promise<void> {
    const { page, t } = this;
    await page.goto("/profile#payment");
    await page.getByText(t("profile.payment.methods.paypal"), { exact: true }).click();
    await page.getByLabel(t("profile.payment.paypalEmail"), { exact: true }).fill("payout@example.org");
    await page.getByRole("button", { name: t("profile.payment.save") }).click();
    await expect(page.getByText(t("toasts.profileUpdated.title"), { exact: true })).toBeVisible();
  }

  async ask(item: string, amount: string): Promise<void> {
    const { page, t } = this;
    await page.goto("/request");
    await page.getByLabel(t("request.create.item"), { exact: true }).fill(item);
    await page.getByLabel(t("request.create.amount"), { exact: true }).fill(amount);
    await page.getByLabel(t("request.create.description"), { exact: true }).fill("It is getting cold.");
    await page.getByRole("button", { name: t("request.create.submit") }).click();
    await page.waitForURL(/\/request\/live\?id=/);
    await expect(page.getByRole("heading", { name: item })).toBeVisible();
  }

  /** A request in the feed. */
  card(item: string) {
    return this.page.getByRole("main").getByRole("listitem").filter({ hasText: item });
  }

  /** Opens the donation dialogs up to the card form, from a list of requests, `total` in cents. */
  async donate(item: string, amount: string, total: number, list = "/"): Promise<void> {
    const { page, t } = this;
    await page.goto(list);
    await this.card(item)
      .getByRole("button", { name: t("feed.donate") })
      .click();
    await page.getByLabel(t("donate.amount"), { exact: true }).fill(amount);
    await page.getByRole("button", { name: t("donate.submit", { amount: this.money(total) }) }).click();
    await page.getByRole("button", { name: t("donate.card") }).click();
  }

  /** What is offered first depends on the language. */
  async chooseCard(): Promise<void> {
    const { page, t } = this;
    await page.getByText(t("donate.sandbox.methods.card"), { exact: true }).click();
  }

  async payWith(number: string): Promise<void> {
    const { page, t } = this;
    await this.chooseCard();
    await page.getByLabel(t("donate.fields.number"), { exact: true }).fill(number);
    await page.getByLabel(t("donate.fields.expiry"), { exact: true }).fill("1234");
    await page.getByLabel(t("donate.fields.cvc"), { exact: true }).fill("123");
    await page.getByRole("dialog").locator("button[type=submit]").click();
  }
}
