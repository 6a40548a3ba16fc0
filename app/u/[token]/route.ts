import { db } from "@/db/client";
import { readUnsubscribe } from "@/lib/delivery/unsubscribe";
import { chooseByAddress } from "@/lib/domain/messages/choose-messages";
import { type ChoiceChange, chooseMessagesSchema } from "@/lib/domain/messages/schema";
import { AppError } from "@/lib/ground/errors";
import { contract } from "@/lib/web/contract";
import { readBytes, validate } from "@/lib/web/input";
import { endpoints, route } from "@/lib/web/route";

/** A form of one field. */
const MAX_FORM = 16 * 1024;

/** @throws AppError BAD_SIGNATURE */
function signed({ token }: { token: string }) {
  const found = readUnsubscribe(token);
  if (!found) throw new AppError("BAD_SIGNATURE");
  return found;
}

/** Of a person or a guest, whose the token is. */
async function change(userId: string, choice: ChoiceChange) {
  await chooseByAddress(db(), userId, choice);
  return { success: true } as const;
}

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.unsubscribePage, async ({ params }) => {
    const Location = `/unsubscribe?${new URLSearchParams(params)}`;
    return new Response(null, { status: 302, headers: { Location } });
  }),
  POST: route(contract.unsubscribe, async ({ request, params }) => {
    await readBytes(request, MAX_FORM);
    const { userId, kind } = signed(params);
    return change(userId, { kind, channel: "mail", value: "off" });
  }),
  DELETE: route(contract.resubscribe, async ({ params, body }) => {
    const { userId, kind } = signed(params);
    return change(userId, validate(chooseMessagesSchema, { kind, channel: "mail", ...body }));
  }),
});
