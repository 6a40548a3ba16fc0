import { contract } from "@/lib/web/contract";
import { receivePayoutEvent } from "@/lib/web/payout-webhook";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.stripeAccountsWebhook, (call) => receivePayoutEvent("stripe_accounts", call)),
});
