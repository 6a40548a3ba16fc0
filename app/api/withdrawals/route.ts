import { withdraw } from "@/lib/domain/withdrawals/withdraw";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.withdraw, ({ viewer, body, isRetry }) => withdraw(payments(), viewer, body, isRetry)),
});
