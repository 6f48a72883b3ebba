import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')

const isText = (node: ts.Expression): boolean => {
  if (ts.isParenthesizedExpression(node)) return isText(node.expression)
  if (ts.isConditionalExpression(node)) return isText(node.whenTrue) || isText(node.whenFalse)
  if (ts.isBinaryExpression(node)) return isText(node.right)
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isPropertyAccessExpression(node)
}

const isConditionalText = (child: ts.JsxChild): boolean => {
  if (!ts.isJsxExpression(child) || !child.expression) return false
  const isConditional =
    ts.isConditionalExpression(child.expression) || ts.isBinaryExpression(child.expression)
  return isConditional && isText(child.expression)
}

const isEmpty = (child: ts.JsxChild): boolean =>
  (ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces) ||
  (ts.isJsxExpression(child) && !child.expression)

/** Returns the lines of elements with a conditional text beside another child. */
const findConditionalTexts = (file: string): string[] => {
  const source = ts.createSourceFile(
    file,
    readFileSync(path.join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  )
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter((child) => !isEmpty(child))
      if (children.length > 1 && children.some(isConditionalText))
        found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

// A browser's translator replaces text nodes. React updates an element's only text by the element, but a text beside
// other children by its text node, so the change would not be seen, or removing it would fail.
it('wraps every text that changes beside another child in an element', () => {
  const files = globSync('src/**/*.tsx', { cwd: root }).filter((file) => !file.endsWith('.test.tsx'))
  expect(files.flatMap(findConditionalTexts)).toEqual([])
})
