"use server";

import { withdrawSchema } from "@/lib/domain/withdrawals/schema";
import { withdraw } from "@/lib/domain/withdrawals/withdraw";
import { action } from "@/lib/web/action";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";

export const withdrawAction = action(
  "withdraw",
  { input: withdrawSchema, limits: contract.withdraw },
  ({ viewer, input, isRetry }) => withdraw(payments(), viewer, input, isRetry),
);
