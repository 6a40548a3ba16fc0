import { db } from "@/db/client";
import { chooseMessages } from "@/lib/domain/mail/choose-messages";
import { chooseMessagesSchema } from "@/lib/domain/mail/schema";
import { AppError } from "@/lib/ground/errors";
import { readUnsubscribe } from "@/lib/mail/unsubscribe";
import { contract } from "@/lib/web/contract";
import { MAX_EVENT, readBytes, validate } from "@/lib/web/input";
import { endpoints, route } from "@/lib/web/route";

/** @throws AppError BAD_SIGNATURE */
function signedIn(request: Request) {
  const signed = readUnsubscribe(new URL(request.url).searchParams);
  if (!signed) throw new AppError("BAD_SIGNATURE");
  return signed;
}

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.unsubscribePage, async ({ request }) => {
    const Location = `/unsubscribe${new URL(request.url).search}`;
    return new Response(null, { status: 302, headers: { Location } });
  }),
  POST: route(contract.unsubscribe, async ({ request }) => {
    // Read for its size only: the address says everything.
    await readBytes(request, MAX_EVENT);
    const { userId, kind } = signedIn(request);
    await chooseMessages(db(), userId, { kind, mail: "off" });
    return { success: true } as const;
  }),
  DELETE: route(contract.resubscribe, async ({ request, body }) => {
    const { userId, kind } = signedIn(request);
    await chooseMessages(db(), userId, validate(chooseMessagesSchema, { kind, ...body }));
    return { success: true } as const;
  }),
});
