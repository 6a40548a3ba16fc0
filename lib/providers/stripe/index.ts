export { createStripeProvider, type StripeKeys } from "./provider";
