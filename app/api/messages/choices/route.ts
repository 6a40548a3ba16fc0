import { db } from "@/db/client";
import { chooseMessages, listChoices } from "@/lib/domain/messages/choose-messages";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.messageChoices, async ({ viewer }) => ({ kinds: await listChoices(db(), viewer.id) })),
  PUT: route(contract.chooseMessages, async ({ viewer, body }) => {
    await chooseMessages(db(), viewer.id, body);
    return { kinds: await listChoices(db(), viewer.id) };
  }),
});
