export { type Breakdown, breakdown, largestDonation, MIN_DONATION, serviceFee } from "./fee";
export { formatMoney, REGION, toDecimal } from "./format";
export { FEE_BASIS_POINTS, MAX_DONATION, MIN_CHARGE } from "./limits";
export { type ParsedAmount, parseAmount } from "./parse";
export { progressPercent } from "./percent";
