import { startAuthentication, WebAuthnAbortService } from "@simplewebauthn/browser";
import { send } from "@/lib/web/http";

type Options = Parameters<typeof startAuthentication>[0]["optionsJSON"];

let last: Promise<unknown> = Promise.resolve();

/** One after another: the cookie of a challenge replaces that of the one before. */
function newChallenge(): Promise<Options> {
  const next = last.catch(() => undefined).then(() => send<Options>("POST", "/api/auth/passkey/options"));
  last = next;
  return next;
}

/**
 * Asks the browser for a passkey and returns its answer to a challenge of ours, as the server takes it. With `autofill`
 * the browser offers passkeys where it fills in names instead of opening its own dialog (conditional UI), until the
 * signal aborts it.
 * Load it when it is needed: the library is not sent with any page.
 * @throws ApiError, and an Error when the person chose none
 */
export async function askForPasskey(autofill?: AbortSignal) {
  const optionsJSON = await newChallenge();
  autofill?.throwIfAborted();
  autofill?.addEventListener("abort", () => WebAuthnAbortService.cancelCeremony(), { once: true });
  const { id, response } = await startAuthentication({
    optionsJSON,
    useBrowserAutofill: autofill !== undefined,
  });
  return { id, ...response };
}

export { browserSupportsWebAuthnAutofill } from "@simplewebauthn/browser";
