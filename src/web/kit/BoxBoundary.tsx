import { Component, type ReactNode } from 'react'
import { ErrorNotice } from './ErrorNotice.tsx'
import { kitTexts } from './texts.ts'

type Props = {
  /** Shown after a failure until `resetKey` changes. By default, an error with a button that renders the children again. */
  fallback?: ReactNode
  resetKey?: object
  children: ReactNode
}
type State = { failed: boolean }

/**
 * Contains a rendering error of a part of the page, for example because another program has changed its elements: the rest
 * of the page goes on working. What is typed into the part must be in the state of a component above the boundary, or in a
 * draft, so that it is there again after a retry: a form has its boundary around its fields, below its own state.
 */
export class BoxBoundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidUpdate(before: Props): void {
    if (before.resetKey !== this.props.resetKey) this.setState({ failed: false })
  }

  override render(): ReactNode {
    const { fallback, children } = this.props
    if (!this.state.failed) return children
    return (
      fallback ?? (
        <ErrorNotice onRetry={() => this.setState({ failed: false })}>{kitTexts.boxFailed}</ErrorNotice>
      )
    )
  }
}
