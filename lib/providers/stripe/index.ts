export { createStripeProvider } from "./provider";
