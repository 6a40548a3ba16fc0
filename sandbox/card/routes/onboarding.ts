import type { App, Ctx } from "../../http/app";
import { newId, seconds } from "../../ids";
import { languageOf, sendPage } from "../../pages";
import type { Sandbox } from "../../sandbox";
import { UnitOfWork } from "../../state/unit-of-work";
import { readIban } from "../bank-accounts";
import { found } from "../http/api-error";
import { onboardingPage, type Step } from "../onboarding-page";
import { bankOf, findAccount, identify, PERSONS, setBank, verify } from "../provider/accounts";
import type { AccountLink, ConnectedAccount } from "../records";

type Visit = { work: UnitOfWork; link: AccountLink; account: ConnectedAccount; problem: boolean };

/** /onboarding/:id: the owner of a connected account says who they are and returns to the merchant. */
export function onboardingRoutes(app: App, sandbox: Sandbox): void {
  const { store, commit, options } = sandbox;

  app.get("/onboarding/:id", (c) => {
    const work = new UnitOfWork(store, null);
    const link = findLink(work, c.req.param("id"));
    const account = findAccount(work, link.account);
    if (link.visit !== null || link.expiresAt <= seconds() || !account || account.closed) {
      return c.redirect(link.refreshUrl, 303);
    }
    const opened = work.put<AccountLink>({ ...link, visit: newId("visit") });
    commit(work);
    return answer(c, { work, link: opened, account, problem: false });
  });

  app.post("/onboarding/:id", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const work = new UnitOfWork(store, null);
    const link = findLink(work, c.req.param("id"));
    const account = findAccount(work, link.account);
    const isOpen = link.state === "open" && link.visit !== null && link.visit === form.get("visit");
    if (!isOpen || !account || account.closed) return c.redirect(link.refreshUrl, 303);
    if (!apply(work, account, form)) return answer(c, { work, link, account, problem: true });
    work.put<AccountLink>({ ...link, state: "left" });
    commit(work);
    return c.redirect(link.returnUrl, 303);
  });

  /** Changes the account as the form says. Returns false when its bank account is none. */
  function apply(work: UnitOfWork, account: ConnectedAccount, form: URLSearchParams): boolean {
    const step = stepOf(work, account);
    if (step === "document" && form.has("document")) {
      verify(work, account.id);
      return true;
    }
    const bank = readIban(form.get("iban") ?? "", { key: options.secretKey, account: account.id });
    if (!bank) return false;
    const person = PERSONS.find((one) => one === form.get("person"));
    setBank(work, account.id, bank);
    if (step === "person") identify(work, account.id, person ?? "verified");
    return true;
  }

  function answer(c: Ctx, { work, link, account, problem }: Visit) {
    const { visit, returnUrl } = link;
    const step = stepOf(work, account);
    const language = languageOf(c.req.header("accept-language"));
    const page = onboardingPage({ language, step, visit: visit ?? "", returnUrl, problem });
    return sendPage(c, page, { returnUrl });
  }
}

function stepOf(work: UnitOfWork, { id, ask }: ConnectedAccount): Step {
  if (ask) return ask.what === "identity" ? "person" : "document";
  return bankOf(work, id)?.status === "errored" ? "otherBank" : "bank";
}

function findLink(work: UnitOfWork, id: string): AccountLink {
  return found(work.find("account_link", id), "account_link", id);
}
