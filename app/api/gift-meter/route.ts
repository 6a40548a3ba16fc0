import { db } from "@/db/client";
import { changeGiftMeter, giftMeterOf } from "@/lib/domain/gift-meter/meter";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.giftMeter, ({ viewer }) => giftMeterOf(db(), viewer)),
  PUT: route(contract.changeGiftMeter, ({ viewer, body }) => changeGiftMeter(db(), viewer, body)),
});
