import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, answersLater, button, problem, ready, show, t } from "@/tests/support/screen";
import { ReportForm } from "./report-form";

const TARGET = { kind: "person", id: "p1" } as const;
const ground = () => screen.getByLabelText(t("safety.report.ground"));
const name = () => screen.queryByLabelText(t("safety.report.name"));
const send = () => screen.getByRole("button", { name: t("safety.report.submit") });
const body = (fetch: ReturnType<typeof answers>) => JSON.parse(String(fetch.mock.calls[0]?.[1].body));

it("a visitor says who they are, but not for child abuse", async () => {
  const fetch = answers({ body: { reference: "R-1", token: "secret" } });
  const { user } = show(<ReportForm target={TARGET} isVisitor />);
  expect(name()).toBeNull();
  await user.selectOptions(ground(), "scam");
  await user.type(screen.getByLabelText(t("safety.report.name")), "Mina");
  await user.selectOptions(ground(), "child_abuse");
  expect(name()).toBeNull();
  await user.click(send());
  expect(await screen.findByRole("heading", { name: t("safety.report.sentTitle") })).toBeDefined();
  expect(body(fetch)).toEqual({
    target: TARGET,
    ground: "child_abuse",
    text: "",
    goodFaith: false,
  });
});

it("somebody signed in is not asked, and can follow the report", async () => {
  const fetch = answers({ body: { reference: "R-2" } });
  const { user } = show(<ReportForm target={TARGET} isVisitor={false} />);
  await user.selectOptions(ground(), "scam");
  expect(name()).toBeNull();
  await user.type(screen.getByLabelText(t("safety.report.text")), "  They ask for money twice.  ");
  await user.click(screen.getByRole("checkbox"));
  await user.click(send());
  const follow = await screen.findByRole("link", { name: t("safety.report.follow") });
  expect(follow.getAttribute("href")).toBe("/reports/R-2");
  expect(body(fetch)).toMatchObject({ text: "They ask for money twice.", goodFaith: true });
});

it("each refused field shows its problem and keeps what was typed", async () => {
  const fields = { text: "Too short", goodFaith: "Please confirm" };
  answers({ status: 400, body: problem("VALIDATION_ERROR", "Check the form", { fields }) });
  const { user } = show(<ReportForm target={TARGET} isVisitor={false} />);
  const text = screen.getByLabelText(t("safety.report.text")) as HTMLTextAreaElement;
  await user.type(text, "scam");
  await user.click(send());
  expect(await screen.findByText("Too short")).toBeDefined();
  expect(screen.getByText("Please confirm")).toBeDefined();
  expect(text.value).toBe("scam");
  expect(document.activeElement).toBe(text);
  expect(send()).toBeDefined();
});

it("a declaration that is not ticked is refused at its box, which gets the focus", async () => {
  const fields = { goodFaith: "Please confirm" };
  const fetch = answers({ body: null });
  const answer = answersLater(fetch);
  const { user } = show(<ReportForm target={TARGET} isVisitor={false} />);
  await user.click(send());
  const sending = button(t("safety.report.sending"));
  // A disabled one would lose the focus.
  expect([sending.disabled, document.activeElement]).toEqual([false, sending]);
  await user.click(sending);
  answer.resolve(Response.json(problem("VALIDATION_ERROR", "Check the form", { fields }), { status: 400 }));
  await ready(send);
  const box = screen.getByRole("checkbox", {
    name: t("safety.report.goodFaith"),
    description: "Please confirm",
  });
  expect(box.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(box);
  expect(screen.getByText("Please confirm").closest("[aria-live=polite]")).not.toBeNull();
  expect(fetch).toHaveBeenCalledOnce();
});

it("a visitor's report whose answer was lost is sent again under its key, one that was refused under another", async () => {
  const refused = { status: 409, body: problem("ALREADY_REPORTED", "You reported this already.") };
  const fetch = answers(null, null, refused, { body: { reference: "R-5" } });
  const { user, findByText } = show(<ReportForm target={TARGET} isVisitor />);
  await user.click(send());
  expect(await findByText(t("safety.report.failed"))).toBeDefined();
  await user.click(await ready(send));
  expect(await findByText("You reported this already.")).toBeDefined();
  await user.click(await ready(send));
  await screen.findByRole("heading", { name: t("safety.report.sentTitle") });
  const keys = fetch.mock.calls.map(([, { headers }]) => new Headers(headers).get("Idempotency-Key"));
  expect(keys).toEqual([expect.any(String), keys[0], keys[0], expect.any(String)]);
  expect(keys[3]).not.toBe(keys[0]);
});

it("help for somebody in danger is shown with that ground", async () => {
  answers({ body: { reference: "R-4" } });
  const { user } = show(<ReportForm target={TARGET} isVisitor={false} />);
  await user.selectOptions(ground(), "self_harm");
  expect(screen.getByText(t("safety.report.help"))).toBeDefined();
  await user.click(send());
  await screen.findByRole("heading", { name: t("safety.report.sentTitle") });
  expect(screen.getByText(t("safety.report.help"))).toBeDefined();
});
