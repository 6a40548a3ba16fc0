export { selectReceived as listReceived } from "./listed-store";
