/** A person's boosts, for the modules whose transactions spend, grant or take them back. */
export { grantBoosts, isUsed, selectHeld, spendBoost, takeBackBoosts } from "./store";
