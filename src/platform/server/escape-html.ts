/** A text for a page that the server writes, in content and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
