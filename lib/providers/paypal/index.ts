export { createPayPalProvider } from "./provider";
