import {
  isArgumentElement,
  isPluralElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser'

/** The values and tags that a text needs, sorted: `<link>`, `count`, `name`. */
export function valuesOf(text: string): string[] {
  const found = new Set<string>()
  const visit = (elements: readonly MessageFormatElement[]) => {
    for (const each of elements) {
      if (isTagElement(each)) {
        found.add(`<${each.value}>`)
        visit(each.children)
      } else if (isPluralElement(each) || isSelectElement(each)) {
        found.add(each.value)
        for (const { value } of Object.values(each.options)) visit(value)
      } else if ('value' in each && (isArgumentElement(each) || each.type !== 0)) found.add(String(each.value))
    }
  }
  visit(parse(text))
  return [...found].sort()
}
