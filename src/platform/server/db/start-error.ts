/** The portal cannot start; the message is one sentence with the reason and what to do. */
export class StartError extends Error {}
