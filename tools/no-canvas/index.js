// pdfjs-dist warns on import where these classes are missing. The text of a page needs none of them; drawing one in Node fails here.
const refuse = (name) =>
  class {
    constructor() {
      throw new Error(`${name} is not there: pages are not drawn on a server (tools/no-canvas)`)
    }
  }

module.exports = { DOMMatrix: refuse('DOMMatrix'), Path2D: refuse('Path2D') }
