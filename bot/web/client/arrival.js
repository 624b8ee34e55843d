// Coming in begins while the other modules are still on their way.

import { read } from "./route.js";
import { enter } from "./session.js";

const address = read(location.hash); // before a code is taken out of it
const session = enter();
session.catch(() => {}); // main.js says why the page is closed

export const arrival = { address, session };
