import { authenticationOptions } from "@/lib/domain/security/webauthn";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";
import { rememberChallenge } from "@/lib/web/session/passkey";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.passkeyOptions, async ({ viewer }) => {
    const options = await authenticationOptions();
    await rememberChallenge("use", options.challenge, viewer?.id ?? null);
    return options;
  }),
});
