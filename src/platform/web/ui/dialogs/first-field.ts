/** A select is read-only where nobody searches in it, and can be chosen from all the same. */
const field =
  ':is(select, textarea, input):not([type="hidden"], [type="file"], [type="radio"], [disabled])' +
  ':is(:not([readonly]), [aria-haspopup="listbox"])'

/**
 * Ref of a form in a dialog: marks its first field as the one that gets the focus when the dialog opens, unless a field is marked
 * already. On a phone this opens the keyboard, as for any field that has the focus.
 */
export function focusFirstField(form: HTMLFormElement | null): void {
  if (!form || form.querySelector('[data-autofocus]')) return
  form.querySelector(field)?.setAttribute('data-autofocus', '')
}
