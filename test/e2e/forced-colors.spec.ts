import { expect, type Page } from '@playwright/test'
import { transitionsEnded } from './axe.ts'
import { type ReaderName, sweptPages } from './portal-pages.ts'
import { shown } from './steps.ts'
import { test } from './swept-world.ts'

/** Between them they see every kind of page. */
const watched: readonly ReaderName[] = ['a visitor', 'an administrator', 'an owner']

/** Selected ones of what there are several of. */
const selected = [
  '[aria-selected="true"]',
  '[aria-pressed="true"]',
  '[aria-current]:not([aria-current="false"])',
  '.mantine-SegmentedControl-label[data-active]',
].join()

/** Marks what has neither text nor picture and is told from its ground by its colour alone. */
const markPlainGrounds = (page: Page) =>
  page.evaluate(() => {
    const isClear = (colour: string) => /, 0\)$|^transparent$/.test(colour)
    const ground = (element: Element | null): string => {
      if (!element) return ''
      const { backgroundColor } = getComputedStyle(element)
      return isClear(backgroundColor) ? ground(element.parentElement) : backgroundColor
    }
    for (const element of document.body.querySelectorAll('*')) {
      const { width, height } = element.getBoundingClientRect()
      const { backgroundColor, visibility, borderTopWidth, borderTopColor } = getComputedStyle(element)
      const isEmpty = element.textContent?.trim() === '' && !element.querySelector('svg, img, canvas, input, button')
      const isDrawn = width > 1 && height > 1 && visibility === 'visible' && !element.closest('svg, [data-visible]')
      const isBordered = Number.parseFloat(borderTopWidth) > 0 && !isClear(borderTopColor)
      if (!isEmpty || !isDrawn || isBordered || element.matches('input, textarea, .mantine-FloatingIndicator-root')) continue
      if (isClear(backgroundColor) || backgroundColor === ground(element.parentElement)) continue
      element.setAttribute('data-plain-ground', '')
    }
  })

/** What says nothing any more: marked grounds that are gone, and selected ones that look like the others. */
const lostMeanings = (page: Page) =>
  page.evaluate((selector) => {
    const isClear = (colour: string) => /, 0\)$|^transparent$/.test(colour)
    const ground = (element: Element | null): string => {
      if (!element) return ''
      const { backgroundColor } = getComputedStyle(element)
      return isClear(backgroundColor) ? ground(element.parentElement) : backgroundColor
    }
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class')} ${element.textContent}`.slice(0, 90)
    const isLined = ({ outlineStyle, outlineWidth, borderTopStyle, borderTopWidth }: CSSStyleDeclaration) =>
      (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) ||
      (borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0)
    const gone = [...document.querySelectorAll('[data-plain-ground]')].filter(
      (element) => !isLined(getComputedStyle(element)) && ground(element) === ground(element.parentElement),
    )
    const look = (element: Element) => {
      const style = getComputedStyle(element)
      const { backgroundColor, color, outline, border, borderBottom, fontWeight, textDecorationLine } = style
      return [backgroundColor, color, outline, border, borderBottom, fontWeight, textDecorationLine].join('|')
    }
    const alike = [...document.querySelectorAll(selector)].filter((element) => {
      const peers = element.parentElement?.parentElement?.querySelectorAll(element.tagName) ?? []
      const peer = [...peers].find((each) => each.className === element.className && !each.matches(selector))
      return peer !== undefined && element.getClientRects().length > 0 && look(element) === look(peer)
    })
    return [...gone, ...alike].map(nameOf)
  }, selected)

test.describe('in forced colours', () => {
  for (const reader of watched) {
    test(`${reader}: what a background says is said otherwise, on every page`, async ({ browser, sweptWorld }) => {
      const window = await sweptWorld.open(browser, reader, 'fr', { viewport: { width: 1280, height: 900 } })
      for (const { page, readers } of sweptPages) {
        if (!readers.includes(reader)) continue
        await window.emulateMedia({ forcedColors: 'none' })
        await window.goto(sweptWorld.addressOf(page))
        await shown(window)
        await transitionsEnded(window)
        await markPlainGrounds(window)
        await window.emulateMedia({ forcedColors: 'active' })
        await transitionsEnded(window)
        await expect
          .configure({ soft: true })
          .poll(() => lostMeanings(window), page)
          .toEqual([])
      }
    })
  }
})
