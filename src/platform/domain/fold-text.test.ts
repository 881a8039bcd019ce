import { expect, test } from 'vitest'
import { foldText } from './fold-text.ts'

test.each([
  ['Élise Dupré-Lévêque', 'elise dupre-leveque'],
  ['ÇA ET LÀ', 'ca et la'],
  ['e\u0301te\u0301', 'ete'],
  ['Œuvre, Lætitia', 'oeuvre, laetitia'],
  ['L’Haÿ ‘les’ Roses', "l'hay 'les' roses"],
  ['', ''],
])('%j folds to %j', (text, folded) => expect(foldText(text)).toBe(folded))
