// Other heads beside the first: other styles, or the same hair by other models.
import { inOrder, onChoice, showChoice } from './controls.js';
import { notice, sentence } from './notices.js';
import { spoken } from './parameters.js';
import { breathe } from './stepping.js';

const byId = (id) => document.getElementById(id);
const crowds = [3, 8];  // other styles at once

export class Beside {
    constructor(engine, list, page) {
        Object.assign(this, { engine, list, page });
        this.wanted = null;  // names that are on their way
        this.choice = '';    // that was made here
        byId('beside').append(new Option('nothing', ''));
        for (const count of crowds) byId('beside').append(new Option(`${count} other styles`, count));
        for (const model of list.models) byId('beside').append(Object.assign(new Option(`itself, ${spoken(model.name)}`, `:${model.name}`), { title: model.summary }));
        onChoice(byId('beside'), (choice) => this.choose(choice));
    }

    // What a choice means for the hair that is shown.
    namesOf(choice, state) {
        if (choice.startsWith(':')) return state.scene + choice;
        const styles = inOrder(this.list).filter((scene) => scene.kind === 'head' && scene.name !== state.scene);
        return styles.slice(0, Number(choice)).map((scene) => scene.name).join(',');
    }

    choose(choice) {
        this.choice = choice;
        return this.show(this.namesOf(choice, this.engine.query('state')));
    }

    // One head after the other, so that the page lives meanwhile. Returns what is wrong, or an empty text.
    async show(names) {
        this.wanted = names;
        const all = names ? names.split(',') : [];
        let problem = '';
        for (let count = all.length ? 1 : 0; count <= all.length && !problem; ++count) {
            problem = this.put(all.slice(0, count).join(','));
            this.page.refresh();
            await breathe();
            if (this.wanted !== names) return '';  // something else is wanted by now
        }
        this.leave();
        if (problem) notice(sentence(problem));
        return problem;
    }

    // All at once, before a link's motion begins. Returns what is wrong, or an empty text.
    open(names) {
        this.choice = '';
        this.leave();
        return this.put(names);
    }

    // Where other heads come or go all hair begins anew.
    put(names) {
        const had = this.engine.query('state').beside, problem = this.engine.command('beside', names);
        if (!problem && names !== had) this.engine.tookOver();
        return problem;
    }

    // Those on their way need not come any more.
    leave() { this.wanted = null; }

    // Another style, or the same by another model, takes the others along that were chosen here. load(): shows it alone.
    follow(load) {
        const had = this.wanted ?? this.engine.query('state').beside;
        const problem = load();
        if (problem) notice(sentence(problem));
        else if (had && this.choice && !(this.choice.startsWith(':') && this.engine.query('state').needsFiles)) this.choose(this.choice);
        return !problem;
    }

    watch(state) {
        const select = byId('beside');
        for (const option of select.options) option.hidden = option.value.startsWith(':') && (state.needsFiles || option.value === `:${state.model}`);
        const now = this.wanted ?? state.beside;
        const shown = [...select.options].find((option) => option.value !== 'other' && this.namesOf(option.value, state) === now)?.value ?? 'other';
        let other = select.querySelector('[value="other"]');
        if (shown === 'other' && !other) select.append(other = new Option('', 'other'));
        if (other && shown !== 'other') other.remove();
        else if (other) other.textContent = now.replaceAll(',', ', ');
        showChoice(select, shown);
    }
}
