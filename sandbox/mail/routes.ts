import { accepts } from "hono/accepts";
import { z } from "zod";
import { found, missing } from "../card/http/api-error";
import { valid } from "../control/input";
import type { App } from "../http/app";
import { languageOf, sendPage } from "../pages";
import type { Sandbox } from "../sandbox";
import { readMail } from "./mailbox";
import { listPage, MESSAGE_POLICY, messageDocument, messagePage, notFoundPage, SHOWN } from "./pages";
import { bounceOf, complaintOf, sendReport } from "./reports";

const filter = z.strictObject({
  to: z.string().optional(),
  subject: z.string().optional(),
  since: z.iso
    .datetime({ offset: true })
    .transform((at) => new Date(at))
    .optional(),
});

const bounceInput = z.strictObject({
  status: z
    .string()
    .regex(/^[45]\.\d{1,3}\.\d{1,3}$/)
    .default("5.1.1"),
});

/** /_sandbox/mails: the messages that the SMTP server accepted, and what their recipients' servers report. */
export function mailControlRoutes(app: App, { mailbox, options }: Sandbox): void {
  app.get("/_sandbox/mails", (c) => {
    const mails = mailbox.list(valid(filter, JSON.stringify(c.req.query())));
    return c.json({ mails });
  });
  app.get("/_sandbox/mails/:id", async (c) => c.json(await readMail(find(c.req.param("id")))));

  app.post("/_sandbox/mails/:id/bounce", async (c) => {
    const { mail, raw } = find(c.req.param("id"));
    const { status } = valid(bounceInput, (await c.req.text()) || "{}");
    return c.json({ status: await sendReport(options.hooks.mail, bounceOf(mail, raw, status)) });
  });
  app.post("/_sandbox/mails/:id/complaint", async (c) => {
    const { mail, raw } = find(c.req.param("id"));
    return c.json({ status: await sendReport(options.hooks.mail, complaintOf(mail, raw)) });
  });

  const find = (id: string) => found(mailbox.find(id), "mail", id);
}

/** /mail: "Mail of this demo", for people; the list as JSON too. Who reaches these pages reads everybody's mail. */
export function mailPageRoutes(app: App, { mailbox }: Sandbox): void {
  app.get("/mail", async (c) => {
    const to = c.req.query("to")?.trim() || undefined;
    const mails = mailbox.list({ to });
    const types = { supports: ["application/json", "text/html"], default: "application/json" };
    if (accepts(c, { header: "Accept", ...types }) === "application/json") {
      const newest = mails.slice(-SHOWN).flatMap(({ id }) => mailbox.find(id) ?? []);
      return c.json(await Promise.all(newest.map(readMail)));
    }
    return sendPage(c, listPage(languageOf(c.req.header("accept-language")), { mails, to }));
  });
  app.get("/mail/:id", async (c) => {
    const language = languageOf(c.req.header("accept-language"));
    const stored = mailbox.find(c.req.param("id"));
    if (!stored) return sendPage(c, notFoundPage(language), { status: 404 });
    return sendPage(c, messagePage(language, await readMail(stored)));
  });
  app.get("/mail/:id/html", async (c) => {
    const stored = mailbox.find(c.req.param("id"));
    const html = stored && (await readMail(stored)).html;
    if (!html) throw missing("mail", c.req.param("id"));
    return c.html(messageDocument(html), 200, { "Content-Security-Policy": MESSAGE_POLICY });
  });
}
