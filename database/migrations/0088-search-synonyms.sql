-- Words and pairs of words that mean the same in a search, by their lexemes in alphabetical order. `query` and `words` are
-- tsqueries for all words of the groups that contain the word; `lexemes` are what is highlighted and ranked, without the
-- short words of names such as "hoja de vida".
create table search_synonyms (
  key text primary key,
  query text not null,
  words text not null,
  lexemes text[] not null
);

create function synonym_key(lexemes text[]) returns text language sql immutable parallel safe as $$
  select string_agg(distinct lexeme, ' ' order by lexeme) from unnest(lexemes) lexeme
$$;

-- Stores a list of synonyms: a group per line, with its words separated by commas. A line that begins with # is a heading.
-- At most ten words of a group count, each with at most four lexemes and in its first five groups.
create function store_search_synonyms(list text) returns void language sql as $$
  delete from search_synonyms;
  insert into search_synonyms (key, query, words, lexemes)
  with lines as (
    select number, line from regexp_split_to_table(list, '\n') with ordinality lines(line, number) where line ~ '^\s*[^#\s]'
  ), typed as (
    select number, lexemes, min(query) as query, min(position) as position
    from lines cross join lateral regexp_split_to_table(line, '[,;，、]') with ordinality words(word, position)
    cross join lateral (
      select search_query('"' || replace(word, '"', ' ') || '"')::text as query,
        tsvector_to_array(to_tsvector('public.prompt_search', segment_text(word))) as lexemes
    ) analyzed
    where query <> '' and cardinality(lexemes) <= 4
    group by number, lexemes
  ), used as (
    select * from (
      select *, row_number() over (partition by number order by position) as place,
        row_number() over (partition by lexemes order by number) as appearance
      from typed
    ) numbered
    where place <= 10 and appearance <= 5
  ), groups as (
    select number, string_agg('(' || query || ')', ' | ' order by place) as query,
      string_agg('(' || array_to_string(quoted, ' & ') || ')', ' | ' order by place) as words
    from used cross join lateral (
      select array_agg('''' || replace(lexeme, '''', '''''') || '''') as quoted from unnest(lexemes) lexeme
    ) lexemes group by number having count(*) > 1
  )
  select synonym_key(used.lexemes), string_agg(distinct groups.query, ' | '), string_agg(distinct groups.words, ' | '),
    coalesce(array_agg(distinct lexeme) filter (where cardinality(other.lexemes) = 1 or lexeme !~ '^[a-z]{1,3}$'), '{}')
  from used join groups using (number) join used other using (number) cross join lateral unnest(other.lexemes) lexeme
  group by synonym_key(used.lexemes);
$$;

select store_search_synonyms($list$# English
CV, CVs, résumé, curriculum vitae
kids, children, child, toddler
mom, mum, mother
dad, father
movie, film
photo, photograph, picture
car, automobile, vehicle
bug, defect
job, vacancy
workout, exercise
trip, travel, journey, itinerary
cheap, inexpensive, low-cost
email, e-mail
ad, advert, advertisement
logo, emblem
summary, abstract, synopsis
summarize, summarise, condense
optimize, optimise
color, colour
JavaScript, JS
TypeScript, TS
Kubernetes, k8s
database, DB
user interface, UI
user experience, UX
pull request, merge request
regular expression, regex, regexp
frequently asked questions, FAQ
search engine optimization, SEO
human resources, HR

# Deutsch
Lebenslauf, CV
Bewerbung, Bewerbungsschreiben, Anschreiben
Bild, Foto, Grafik
Zusammenfassung, Kurzfassung
Übersetzung, übersetzen
Kinder, Kind
Urlaub, Reise, Ferien
E-Mail, Mail
Rezept, Kochrezept
Fehler, Bug

# Français
CV, curriculum vitae
lettre de motivation, candidature
image, photo
voyage, vacances, itinéraire
enfant, enfants
courriel, e-mail, mail
recette, cuisine

# Español
currículum, currículo, CV, hoja de vida
carta de presentación, carta de motivación
imagen, foto
resumen, síntesis
viaje, itinerario
niño, niños, niña
correo, correo electrónico, email
receta, cocina

# Português
currículo, CV
carta de apresentação, carta de motivação
imagem, foto
resumo, síntese
viagem, roteiro
criança, crianças
receita, cozinha

# 中文
简历, 履历
图片, 图像, 照片
总结, 摘要
旅行, 旅游
孩子, 儿童

# 日本語
履歴書, 職務経歴書
画像, 写真
要約, まとめ
旅行, 旅$list$);
