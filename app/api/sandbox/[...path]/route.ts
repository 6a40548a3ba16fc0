import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { ProviderUnavailable } from "@/lib/providers/gateway";
import { opensSandbox } from "@/lib/web/client-address";
import type { Call } from "@/lib/web/contract";
import { readText } from "@/lib/web/input";
import { currentLocale } from "@/lib/web/locale";
import { originOf } from "@/lib/web/origin";
import { endpoints, route } from "@/lib/web/route";
import { SANDBOX_PAGES } from "@/lib/web/sandbox-pages";

const PREFIX = "/api/sandbox";
/** The calls that a browser makes to a card provider itself. */
const CALLS = [
  ["GET", /^\/v1\/payment_intents\/\w+$/],
  ["POST", /^\/v1\/payment_intents\/\w+\/confirm$/],
  ["GET", /^\/v1\/elements\/sessions$/],
  ["POST", /^\/v1\/payment_methods$/],
] as const;
/** The providers' own pages, on which everybody pays as anybody: for this machine only (D53). */
const PAGE = new RegExp(`^/(${SANDBOX_PAGES})/[\\w-]+$`);
/**
 * "Mail of this demo". It shows the mail of everybody, links that reset a password included, so where others than this
 * machine reach the origin it does not exist (`mailPage` in `lib/ground/env.ts`).
 */
const MAIL = /^\/mail(\/\w+(\/html)?)?$/;
const MAX_FORM = 16 * 1024;
const TIMEOUT_MS = 25_000;

/** Answers have the provider's format, not the contract's. */
const call = {
  path: `${PREFIX}/{path}`,
  summary: "The payments sandbox, as far as a browser reaches it",
  access: "public",
  ownBody: true,
  answer: z.unknown(),
  errors: ["NOT_FOUND"],
  limit: "sandboxAddress",
} as const satisfies Omit<Call, "method">;

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route({ ...call, method: "GET" }, forward),
  POST: route({ ...call, method: "POST" }, forward),
});

/** Forwards a browser's call to the sandbox, without cookies, and with no key but the one the browser sent. */
async function forward({ request }: { request: Request }): Promise<Response> {
  const { sandbox, card, mailPage } = env();
  const { pathname, search } = new URL(request.url);
  const path = pathname.slice(PREFIX.length);
  const isPage = PAGE.test(path) || (mailPage && request.method === "GET" && MAIL.test(path));
  const isCall = CALLS.some(([method, pattern]) => method === request.method && pattern.test(path));
  if (!sandbox || !card?.apiBase || !(isPage || isCall)) throw new AppError("NOT_FOUND");
  if (isPage && !opensSandbox(request.headers)) return elsewhere();
  const form = request.method === "POST" ? await readText(request, MAX_FORM) : null;
  if (form !== null) assertReturnsHere(form, request.headers);
  const answer = await ask(new URL(path + search, card.apiBase), {
    method: request.method,
    headers: await headersFor(request),
    body: form,
  });
  return new Response(await answer.text(), {
    status: answer.status,
    headers: pick(answer.headers, ["content-type", "location"]),
  });
}

/** Tells somebody on another machine where the page opens. */
async function elsewhere(): Promise<Response> {
  const locale = await currentLocale();
  const t = await getTranslations({ locale, namespace: "sandbox" });
  const [title, text] = [t("elsewhere.title"), t("elsewhere.text")];
  const html = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`;
  return new Response(html, { status: 403, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/** A payer comes back to this origin only (D33). */
function assertReturnsHere(form: string, headers: Headers): void {
  const urls = new URLSearchParams(form).getAll("return_url");
  const here = [env().appUrl, originOf(headers)];
  const isHere = (url: string) => URL.canParse(url) && here.includes(new URL(url).origin);
  if (!urls.every(isHere)) throw new AppError("VALIDATION_ERROR");
}

async function headersFor(request: Request): Promise<Record<string, string>> {
  return {
    ...pick(request.headers, ["accept", "content-type", "idempotency-key"]),
    "accept-language": await currentLocale(),
  };
}

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? ""]] : [])),
  );
}

async function ask(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new ProviderUnavailable(`the payments sandbox did not answer: ${String(error)}`);
  }
}
