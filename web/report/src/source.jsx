// The author's file with the line that each agent stands at, and what happens at the lines that take part.

import { useEffect, useRef } from "preact/hooks";

export function Source({ source, violation, step, agents }) {
  const box = useRef(null);
  const state = violation ? violation.states[Math.min(step, violation.states.length - 1)] : null;
  const at = {};
  if (state) {
    for (const agent of agents) {
      const number = state.lines[agent];
      if (number) (at[number] ||= []).push(agent);
    }
  }
  const places = {};
  for (const place of violation ? violation.diagnosis.places : []) (places[place.line] ||= []).push(`${place.agent} ${place.role}`);
  const moved = violation && violation.steps[step].line;
  useEffect(() => {
    const element = box.current;
    const target = moved && element.querySelector(`[data-line="${moved}"]`);
    if (target) element.scrollTop = target.offsetTop - element.offsetTop - element.clientHeight / 3;
  }, [moved, step]);
  return (
    <section aria-labelledby="source">
      <h2 id="source">Source</h2>
      <p class="dim">{source.name}</p>
      <div class="scroll source" tabIndex={0} role="region" aria-label="source text" ref={box}>
        <table>
          <tbody>
            {source.lines.map((text, index) => {
              const number = index + 1;
              return (
                <tr key={number} data-line={number} class={`${at[number] ? "at" : ""} ${moved === number ? "moved" : ""} ${places[number] ? "place" : ""}`}>
                  <td class="number">{number}</td>
                  <td class="text">
                    <code>{text || " "}</code>
                    {(at[number] || []).map((agent) => (
                      <span key={agent} class="badge">
                        {agent}
                      </span>
                    ))}
                    {[...new Set(places[number] || [])].map((words) => (
                      <span key={words} class="role">
                        {words}
                      </span>
                    ))}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
