import { isNotNull, sql } from "drizzle-orm";
import { firstOf, PROVIDER_IDS, paymentIdsOf } from "@/db/provider-ids";
import { boostPurchases } from "@/db/schema";
import { commonColumns, paymentRecords } from "./payment-records-store";

export const purchaseRecords = paymentRecords({
  table: boostPurchases,
  columns: {
    kind: sql<"boost_purchase">`'boost_purchase'`,
    ...commonColumns(boostPurchases),
    payerId: boostPurchases.userId,
    recipientId: sql<null>`null`,
    requestId: sql<null>`null`,
    paysFor: sql<string>`${boostPurchases.quantity} || ' ' || ${boostPurchases.boostType} || ' boosts'`,
    amount: boostPurchases.totalAmount,
    serviceFee: sql<number>`0`,
    provider: boostPurchases.paymentMethod,
    providerId: firstOf(paymentIdsOf(boostPurchases)),
    state: boostPurchases.paymentStatus,
    createdAt: boostPurchases.createdAt,
    settledAt: boostPurchases.settledAt,
    creditedAt: boostPurchases.grantedAt,
  },
  references: PROVIDER_IDS.purchase,
  unfinishedIf: isNotNull(boostPurchases.checkAt),
  hasCheckAt: true,
});
